/**
 * Makes local times those of where the computer is now, which V8 finds out only once in a process. Deleting a variable that
 * isn’t set tells it to look again (`RealEnvStore::Delete` in Node’s `src/node_env_var.cc`); a zone that `TZ` names stays.
 * On Windows it takes over what Chromium has noticed, and Node alone notices nothing.
 */
export function refreshLocalZone(): void {
  if (process.env.TZ === undefined) delete process.env.TZ
}
