/** Exits if an unknown name was requested. Otherwise, the run would pass without running any tests. */
export function requireKnownNames(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  console.error(`Unknown: ${unknown.join(', ')}. Known: ${known.join(', ')}.`)
  process.exit(1)
}
