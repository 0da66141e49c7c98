import { attempt } from '../../platform/ignore-errors.ts'
import { readRegularFile } from '../../platform/files/regular-file.ts'
import { isAmbiguousPath } from '../home-paths.ts'

/** The maximum size of a configuration file, in bytes. */
export const configFileLimit = 1024 * 1024

/** A setting in a git configuration file, with its first line. */
export interface ConfigLine {
  /** As git lists it: in lower case except for the middle part. */
  name: string
  value: string
  line: number
}

/** Parses a git configuration file (git-config(1), “Syntax”). Ignores invalid lines and includes. */
export function parseConfigLines(text: string): ConfigLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const settings: ConfigLine[] = []
  let section = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1
    let remainingText = lines[at]!
    const header = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]/.exec(remainingText)
    if (header) {
      const [all, name = '', middle] = header
      section = middle === undefined ? name.toLowerCase() : withMiddle(name, middle)
      remainingText = remainingText.slice(all.length)
    }
    const [all, key] = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?==|[#;]|$)/.exec(remainingText) ?? []
    if (all === undefined || key === undefined || section === '') continue
    remainingText = remainingText.slice(all.length)
    const reader = new ValueReader(remainingText.startsWith('=') ? remainingText.slice(1) : 'true')
    while (reader.isContinued && at + 1 < lines.length) reader.read(lines[(at += 1)]!)
    settings.push({ name: `${section}.${key.toLowerCase()}`, value: reader.value, line })
  }
  return settings
}

/** A line as git itself writes it, without anything to interpret. */
const simpleLine =
  /^(\[[A-Za-z][A-Za-z0-9-]*( "[^"\\\p{Cc}\ufffd]+")?\]|\t[A-Za-z][A-Za-z0-9-]* = [^\s"\\#;\p{Cc}\ufffd]+( +[^\s"\\#;\p{Cc}\ufffd]+)*|)$/u
/** Sections that make git read other files. */
const readsMore = /^\[(include|includeif|extensions)[\] ]/im

/** The maximum length of a file that is parsed for a list, which keeps its settings for thousands of repositories. */
export const simpleLimit = 32 * 1024

/** Whether a file's settings are certain without asking git: all lines are simple, and it refers to no other file. */
export function isSimpleConfig(text: string): boolean {
  // guard: simple-length
  if (text.length > simpleLimit) return false
  return !readsMore.test(text) && text.split('\n').every((line) => simpleLine.test(line))
}

function withMiddle(name: string, middle: string): string {
  return `${name.toLowerCase()}.${middle.replace(/\\(.)/g, '$1')}`
}

const escapes: Record<string, string> = { n: '\n', t: '\t', b: '\b' }

/** Parses a value. A trailing backslash continues it on the next line. */
class ValueReader {
  /** Whether the value continues on the next line. */
  isContinued = false
  #text = ''
  /** The length of the text without trailing spaces. */
  #length = 0
  #isQuoted = false

  constructor(text: string) {
    this.read(text.trimStart())
  }

  get value(): string {
    return this.#text.slice(0, this.#length)
  }

  read(text: string): void {
    this.isContinued = false
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at]!
      if (character === '"') this.#isQuoted = !this.#isQuoted
      else if (!this.#isQuoted && /[#;]/.test(character)) return
      else if (character === '\\') {
        at += 1
        if (at === text.length) this.isContinued = true
        else this.#add(escapes[text[at]!] ?? text[at]!, true)
      } else this.#add(character, this.#isQuoted || !/\s/.test(character))
    }
  }

  #add(character: string, counts: boolean): void {
    this.#text += character
    if (counts) this.#length = this.#text.length
  }
}

/** Finds the lines of settings in files. Reads each file once. */
export class ConfigLines {
  readonly #files = new Map<string, ConfigLine[] | undefined>()

  /**
   * The line that last sets this name in a file; undefined if its value differs, for example because an included file
   * sets it.
   */
  find(file: string, name: string, value: string): number | undefined {
    const last = this.#read(file)?.findLast((setting) => setting.name === name)
    return last?.value === value ? last.line : undefined
  }

  /** The first line that sets this name to this value, which later ones may override. */
  findFirst(file: string, name: string, value: string): number | undefined {
    const isIt = (setting: ConfigLine) => setting.name === name && setting.value === value
    return this.#read(file)?.find(isIt)?.line
  }

  #read(file: string): ConfigLine[] | undefined {
    // guard: utf8-origin
    if (isAmbiguousPath(file)) return undefined
    if (!this.#files.has(file)) {
      const read = () => parseConfigLines(readRegularFile(file, configFileLimit).toString())
      this.#files.set(file, attempt(read))
    }
    return this.#files.get(file)
  }
}
