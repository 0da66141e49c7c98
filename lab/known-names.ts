/** Ends the program if it was asked for something that it doesn't have, which would otherwise pass without running anything. */
export function requireKnownNames(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  console.error(`Unknown: ${unknown.join(', ')}. There is: ${known.join(', ')}.`)
  process.exit(1)
}
