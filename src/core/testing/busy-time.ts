/** Measures how long (ms) this thread was busy during `act`, whatever else the machine is doing. */
export async function busyTime(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
