const shortForms = /\b(id|url|ssh|gpg|ip|saml|scim|uid|sha256)\b/g

/** A name of the interface, such as `projects_limit`, as well as it can be told in words. */
export function nameWords(name: string): string {
  const part = lastPart(name)
  const words = part
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start}`)
    .toLowerCase()
    .replaceAll('_', ' ')
    .trim()
    .replace(shortForms, (short) => short.toUpperCase())
  return words === '' ? 'Something' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** What stands last in a path such as `user_detail.bio`, without indexes. */
export function lastPart(name: string): string {
  return name.split('.').findLast((one) => !/^\d*$/.test(one)) ?? ''
}
