/** Why a text, or a line of it, gives no key. */
export interface Problem {
  /** `broken`: meant to be an SSH public key; `other`: something else. */
  kind: 'broken' | 'other'
  /** The rest of a sentence that begins with the file's name. */
  what: string
  /** One sentence: what to do. */
  next: string
  /** Counted from 1, where there is more than one. */
  line?: number
}

export function broken(what: string): Problem {
  return { kind: 'broken', what, next: 'Copy the public key again, whole and as it is.' }
}

export function other(what: string): Problem {
  return { kind: 'other', what, next: 'Choose an SSH public key; its file usually ends in .pub.' }
}

/** The problem as one sentence about a file. */
export function problemSentence(file: string, { what, line }: Problem): string {
  return `${file}${line === undefined ? '' : `, line ${line},`} ${what}.`
}
