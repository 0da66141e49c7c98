/** Whether GitLab accepts a text as an email address: anything@anything without spaces (Devise’s `email_regexp`). */
export function isEmailAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(text)
}

/** An address as GitLab stores it, so that different spellings are equal (`app/models/email.rb`). */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether two texts are the same address. */
export function isSameEmail(a: string, b: string): boolean {
  return normalEmail(a) === normalEmail(b)
}
