import { homeFolder } from '../home.ts'

// None of this should ever get here; it is the last protection against a mistake.
const secrets = [
  /-----BEGIN [\s\S]*?(?:-----END [^-]*-----|$)/g,
  /\b(?:gl[a-z]{1,10}-|GR\d{5,})[\w.-]{4,}/gi,
  // To the end of the line: cookies are many.
  /\b(?:bearer|basic|private-token|job-token|cookie|authorization)\b\s*[\s:=].*/gi,
  /[^\s@<>=]+@[^\s@<>]+\.[^\s@<>]+/g,
  /\bhttps?:\/\/\S+/gi,
  /(?<=~)[/\\]\S+/g,
  /[\w+/=-]{33,}/g,
]

/** One line, without anything that looks like a secret, an address or a home folder. */
export function redact(line: string): string {
  const home = homeFolder()
  const oneLine = (home.length > 1 ? line.replaceAll(home, '~') : line).replace(
    /[\u0000-\u001f\u007f\u2028\u2029]+/g,
    ' ',
  )
  return secrets.reduce((text, secret) => text.replace(secret, '[left out]'), oneLine)
}
