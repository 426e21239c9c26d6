/** What is made of the samples: tables, the summary line, CSV files and charts. */
@NullMarked
package io.jobqueue.bench.report;

import org.jspecify.annotations.NullMarked;
