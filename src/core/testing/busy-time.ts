/** How long this thread was busy while something was done, in milliseconds; what others do on the machine does not count. */
export async function busyTime(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
