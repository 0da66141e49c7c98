/** The tags with those of a text added: commas part them, and none stands twice. */
export function withTags(tags: readonly string[], text: string): string[] {
  const added = text.split(/[,\n]/).map((tag) => tag.trim())
  return [...new Set([...tags, ...added])].filter(Boolean)
}
