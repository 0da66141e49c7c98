const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
]

/** A whole number of seconds in words, exactly: 5400 is "1 hour 30 minutes". */
export function durationWords(seconds: number): string {
  let rest = seconds
  const words = units.flatMap((unit) => {
    const count = Math.floor(rest / unit.seconds)
    rest -= count * unit.seconds
    return count ? [`${count} ${unit.name}${count === 1 ? '' : 's'}`] : []
  })
  return words.join(' ') || 'no time'
}
