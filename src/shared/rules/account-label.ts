interface LabeledAccount {
  id: string
  label: string
  baseUrl: string
  user: { username: string }
}

/** An account’s label. If another account has the same one, its instance is added and, if needed, its username. */
export function distinctLabel(
  account: LabeledAccount,
  accounts: readonly LabeledAccount[],
): string {
  const { id, label, baseUrl, user } = account
  const nameOf = (text: string) => text.trim().toLowerCase()
  const namesakes = accounts.filter(
    (other) => other.id !== id && nameOf(other.label) === nameOf(label),
  )
  if (namesakes.length === 0) return label
  const instance = baseUrl.replace(/^https?:\/\//, '').replace(/\/$/, '')
  const isOnSameInstance = namesakes.some((other) => other.baseUrl === baseUrl)
  return `${label} (${isOnSameInstance ? `@${user.username} · ` : ''}${instance})`
}
