from syrupy.assertion import SnapshotAssertion

from checkers_cli.bench.text import bench_report


def test_peers_in_a_table(snapshot: SnapshotAssertion) -> None:
    one = {"name": "a-peer", "way": "", "remark": "", "version": "1.2", "depth": 5}
    one |= {"nodes_per_s": 1234567.8, "times_faster": 21.34, "differs_from_depth": None}
    two = one | {"way": "another way", "differs_from_depth": 3, "remark": "it plays by other rules"}
    assert (
        bench_report(
            {"form": "compiled", "peers": {"nodes_per_s": 26345678.9, "peers": [one, two]}}
        )
        == snapshot
    )
