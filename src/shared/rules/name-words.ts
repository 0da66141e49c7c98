const shortForms = /\b(id|url|ssh|gpg|ip|saml|scim|uid|sha256)\b/g

/** Spells out an API name, such as `projects_limit`. */
export function spellOutName(name: string): string {
  const words = lastPart(name)
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start}`)
    .toLowerCase()
    .replaceAll('_', ' ')
    .trim()
    .replace(shortForms, (short) => short.toUpperCase())
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

/** The last part of a path such as `user_detail.bio`, without indexes. */
export function lastPart(name: string): string {
  return name.split('.').findLast((one) => !/^\d*$/.test(one)) ?? ''
}
