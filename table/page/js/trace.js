// What has just happened, as arrows and glows on the board.

const isSpace = (space) => Array.isArray(space) && space[0] >= 0;

function spaceOfMob(snapshot, name) {
  if (!name) return null;
  const plain = name.toLowerCase().replace(/^the /, "");
  return snapshot.mobs.find((mob) => mob.name.toLowerCase() === plain)?.space ??
    snapshot.bosses.find((boss) => boss.kind.toLowerCase() === plain)?.space ?? null;
}

const spaceOfPlayer = (snapshot, name) =>
  snapshot.players.find((player) => player.colour === name?.toLowerCase())?.space ?? null;

/**
 * Returns the marks of events.
 *
 * @param events As the server tells them.
 * @param now The snapshot after them; before: the one before, if it is known.
 */
export function traceOf(events, now, before) {
  const marks = [];
  const mobAt = (name) => spaceOfMob(now, name) ?? (before ? spaceOfMob(before, name) : null);
  for (const one of events ?? []) {
    const { names = {} } = one;
    const from = one.origin;
    const to = one.space;
    switch (one.event) {
      case "player_moved": case "mob_moved": case "pushed":
        if (isSpace(from) && isSpace(to)) marks.push({ kind: "move", from, to });
        break;
      case "mob_spawned": case "space_covered": case "start_chosen": case "boss_appeared": case "chest_opened":
        if (isSpace(to)) marks.push({ kind: "new", to });
        break;
      case "mob_attacked": {
        const [a, b] = [mobAt(names.mob), spaceOfPlayer(now, names.player)];
        if (a && b) marks.push({ kind: "hit", from: a, to: b });
        break;
      }
      case "fight_started": {
        const [a, b] = [spaceOfPlayer(now, names.player), mobAt(names.mob) ];
        if (a && b) marks.push({ kind: "hit", from: a, to: b });
        break;
      }
      default:
    }
  }
  return marks;
}
