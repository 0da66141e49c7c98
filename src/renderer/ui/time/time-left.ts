const units = [
  { name: 'day', minutes: 24 * 60 },
  { name: 'hour', minutes: 60 },
  { name: 'minute', minutes: 1 },
]

/** A time left in words, as its two largest neighbouring units; rounded up to whole minutes, so that it never says zero. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return 'no time'
  if (milliseconds < 60_000) return 'less than a minute'
  let rest = Math.ceil(milliseconds / 60_000)
  const counts = units.map(({ name, minutes }) => {
    const count = Math.floor(rest / minutes)
    rest -= count * minutes
    return { name, count }
  })
  const first = counts.findIndex(({ count }) => count > 0)
  return counts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}${count === 1 ? '' : 's'}`)
    .join(' ')
}
