/** Calls a function only once for the same arguments. A single argument may be an object, which is compared by identity. */
export function memoize<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Map<unknown, Result>()
  return (...args) => {
    const key = args.length > 1 ? JSON.stringify(args) : args[0]
    if (!results.has(key)) results.set(key, call(...args))
    return results.get(key) as Result
  }
}
