/** The tags plus those in a comma-separated text, without duplicates. */
export function withTags(tags: readonly string[], text: string): string[] {
  const added = text.split(/[,\n]/).map((tag) => tag.trim())
  return [...new Set([...tags, ...added])].filter(Boolean)
}
