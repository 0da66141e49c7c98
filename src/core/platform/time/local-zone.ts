/**
 * Updates local times to the computer's current time zone, which V8 only determines once per process. Deleting a
 * variable that isn't set makes it check again (`RealEnvStore::Delete` in Node's `src/node_env_var.cc`); a time zone
 * from `TZ` is kept. On Windows, this picks up changes that Chromium detects; Node alone detects none.
 */
export function refreshLocalZone(): void {
  if (process.env.TZ === undefined) delete process.env.TZ
}
