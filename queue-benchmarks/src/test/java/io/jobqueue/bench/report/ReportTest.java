package io.jobqueue.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.GroupResult;
import io.jobqueue.bench.run.Sample;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReportTest {

    @Test
    void table_peers_haveMedianRangeAndRatio() {
        GroupResult result = SummaryTest.result(true, 50, 100, 200);
        result.cell("peer-a").addWarm(Sample.empty().with(Figure.NANOS_PER_JOB, 120));

        String table = Table.of(result, false);

        assertThat(table).contains("| jobqueue | 50.0 ").contains("| peer-a   | 110 (100–120) ");
        assertThat(table).contains("2.20 (2.00–2.00)").contains("4.00 ");
    }

    @Test
    void table_failedAndSlowSubjects_sayWhy() {
        GroupResult result = SummaryTest.result(true, 50, 100, 200);
        result.cell("peer-a").fail("job 3 ran 2 times");
        result.cell("peer-b").dropOut("over 60 s");

        assertThat(Table.of(result, false)).contains("FAILED: peer-a: job 3 ran 2 times", "over 60 s");
    }

    @Test
    void csv_everySample_oneLinePerFigure() {
        GroupResult result = SummaryTest.result(true, 50, 100, 200);
        result.cell("jobqueue").addCold(Sample.empty().with(Figure.NANOS_PER_JOB, 75));

        assertThat(Csv.lines("pool", List.of(result)))
                .startsWith("suite,group,subject,phase,run,figure,value")
                .contains("pool,\"group <1>\",jobqueue,cold,1,ns/job,75.0")
                .contains("pool,\"group <1>\",jobqueue,warm,1,ns/job,50.0")
                .contains("pool,\"group <1>\",peer-b,warm,1,bytes/job,24.0");
    }

    @Test
    void chart_threeSubjects_wellFormedWithABarEach() throws Exception {
        GroupResult result = SummaryTest.result(true, 50, 100, 200);

        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(BarChart.of("pool", List.of(result)))));

        // The background and one bar for each subject.
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(4);
    }
}
