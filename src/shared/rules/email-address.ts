import { replaceHidden } from './hidden-characters.ts'

/**
 * Whether GitLab accepts a string as an email address: `anything@anything` without spaces (Devise’s `email_regexp`).
 */
export function isEmailAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(text)
}

/**
 * Extracts the address from text copied from a page, a chat or a mail program by removing invisible characters,
 * `mailto:`, `Name <…>`, and surrounding commas. GitLab would store these as part of the address, which then couldn't
 * receive mail.
 */
export function cleanEmail(text: string): string {
  const visible = replaceHidden(text, () => '').trim()
  const [, bracketed] = /<([^<>]*)>[\s,;]*$/.exec(visible) ?? []
  return (bracketed ?? visible)
    .replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '')
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .trim()
}

/** An address as GitLab stores it, for comparing spellings (`app/models/email.rb`). */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether two strings are the same address. */
export function isSameEmail(a: string, b: string): boolean {
  return normalEmail(a) === normalEmail(b)
}

/**
 * Whether an address may receive mail, and so be confirmed. Git makes up addresses at a computer's own name, which has
 * no domain or a local one.
 */
export function mayReceiveMail(email: string): boolean {
  const labels = normalEmail(email).replace(/^.*@/, '').split('.').filter(Boolean)
  return labels.length > 1 && !localDomains.has(labels.at(-1)!)
}

const localDomains = new Set(['local', 'localhost', 'localdomain', 'invalid', '(none)'])
