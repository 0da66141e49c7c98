/** The address in a key's name: in angle brackets at its end, or the whole of it. */
export function emailOf(userId: string): string | undefined {
  const [, bracketed] = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(userId) ?? []
  return bracketed ?? (/^[^<>\s]+@[^<>\s]+$/.test(userId) ? userId : undefined)
}
