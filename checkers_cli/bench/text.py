"""The figures of `checkers bench` as tables for people."""

from typing import Any


def bench_report(figures: dict[str, Any]) -> str:
    """All that was measured, as tables for people."""
    groups = {
        "engine": _engine,
        "batch": _batch,
        "call": _call,
        "explaining": _explained,
        "perft": _perft,
        "searches": _searches,
        "peers": _peers,
    }
    lines: list[str] = [figures["form"]]
    for name, table in groups.items():
        if name in figures:
            lines += ["", *table(figures[name])]
    return "\n".join(lines)


def _engine(engine: dict[str, Any]) -> list[str]:
    here, pure = engine["installed"], engine.get("pure")
    name = "compiled" if here["compiled"] else "pure"
    tree, perft = here["tree_ns_per_node"], here["perft_nodes_per_s"]
    lines = [
        f"{'The engine':38}{name:>10}",
        f"{'tree: built and valued, ns a node':38}{tree:>10.0f}",
        f"{'perft, million nodes a second':38}{perft / 1e6:>10.1f}",
    ]
    if pure:
        pure_tree, pure_perft = pure["tree_ns_per_node"], pure["perft_nodes_per_s"]
        lines[0] += f"{'pure':>10}{'faster':>10}"
        lines[1] += f"{pure_tree:>10.0f}{pure_tree / tree:>9.1f}x"
        lines[2] += f"{pure_perft / 1e6:>10.1f}{perft / pure_perft:>9.1f}x"
    return lines


def _batch(batch: dict[str, Any]) -> list[str]:
    count = f"{batch['scripts']:,}"
    return [
        "Many scripts",
        f"{f'{count} scripts in one call, into files':38}{batch['out_s']:>10.2f} s"
        f"   ({batch['scripts_per_s']:,.0f} scripts a second)",
        f"{f'{count} scripts in one call, to a pipe':38}{batch['stdout_s']:>10.2f} s",
        f"{f'starting /bin/true {count} times':38}{batch['true_s']:>10.2f} s"
        f"   (the batch into files takes {batch['ratio']:.2f} times that)",
    ]


def _call(call: dict[str, Any]) -> list[str]:
    return [
        "One script",
        f"{'one call of checkers run':38}{call['run_s'] * 1e3:>10.0f} ms",
        f"{'a click program that does nothing':38}{call['click_s'] * 1e3:>10.0f} ms"
        f"  (the call takes {call['ratio']:.2f} times that)",
    ]


def _explained(figures: dict[str, Any]) -> list[str]:
    cases, programs = figures["cases"], figures["programs"]
    return [
        "Faulty programs",
        f"{f'the slow engine plays {cases} cases':38}{figures['play_s']:>10.2f} s",
        f"{'one faulty program explained':38}{figures['one_median_s']:>10.2f} s"
        f"   (median; at most {figures['one_most_s']:.2f} s)",
        f"{'actions and nodes for that':38}{figures['work_median']:>10,}     (median)",
        f"{f'{programs} faulty programs explained':38}{figures['class_s']:>10.2f} s",
    ]


def _perft(games: dict[str, Any]) -> list[str]:
    return [
        f"{'Perft from the start':38}{'depth':>10}{'nodes':>13}{'million a second':>19}",
        *(
            f"{name:38}{one['depth']:>10}{one['nodes']:>13,}{one['nodes_per_s'] / 1e6:>19.1f}"
            for name, one in games.items()
        ),
    ]


def _searches(games: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    for name, game in games.items():
        depth, deep, many = game["depth"], game["deep"], game["middle_games"]
        of_minimax, of_alphabeta = f"minimax/{depth}", f"alphabeta/{deep}"
        middle = f"{many} middle games, of"
        heads = f"{of_minimax:>11}{of_alphabeta:>13}"
        lines += [
            "",
            f"{f'Searches of {name}':40}{'nodes at the start, of':>24}{middle:>24}",
            f"{'':30}{'ns a node':>10}{heads}{heads}",
        ]
        for search, found in game["searches"].items():
            shares = "".join(_shares(found[group]) for group in ("start", "middle"))
            lines.append(f"{search:30}{found['ns_per_node']:>10.0f}{shares}".rstrip())
    return lines[1:]


def _shares(found: dict[str, Any]) -> str:
    minimax, alphabeta = found["of_minimax"], found.get("of_alphabeta")
    return f"{minimax:>11.1%}" + ("" if alphabeta is None else f"{alphabeta:.1%}").rjust(13)


def _peers(figures: dict[str, Any]) -> list[str]:
    lines = [
        f"{'English perft beside others':38}{'nodes a second':>16}{'ours faster':>13}",
        f"{'this package':38}{figures['nodes_per_s']:>16,.0f}",
    ]
    for peer in figures["peers"]:
        way = f", {peer['way']}" if peer["way"] else ""
        if "problem" in peer:
            lines.append(f"{peer['name'] + way:38}{peer['problem']}")
            continue
        differs = peer["differs_from_depth"]
        told = f"differs from depth {differs} on" if differs else f"same to depth {peer['depth']}"
        remark = f"; {peer['remark']}" if peer["remark"] else ""
        lines.append(
            f"{peer['name'] + ' ' + peer['version'] + way:38}{peer['nodes_per_s']:>16,.0f}"
            f"{peer['times_faster']:>12,.1f}x   {told}{remark}"
        )
    return lines
