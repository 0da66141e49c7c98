import type { Random } from '../../src/sandbox/seed/random.ts'

/** A setting, such as `['user.name', 'Maya']`. Without a value, git reads `true`. */
export type Setting = readonly [name: string, value: string | undefined]

/** Settings as lines of a git configuration file, in different styles. */
export function toConfig(settings: readonly Setting[], random: Random): string {
  return settings
    .map(([name, value]) => {
      const [, section = '', middle, key = ''] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/s.exec(name)!
      const sub = middle === undefined ? '' : ` "${middle.replace(/["\\]/g, '\\$&')}"`
      const shownSection = random.chance(0.1) ? section.toUpperCase() : section
      const line = value === undefined ? key : `${key} = ${quote(value, random)}`
      return `[${shownSection}${sub}]\n\t${line}\n`
    })
    .join('')
}

function quote(value: string, random: Random): string {
  const escaped = value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')
  const needsQuotes = /^\s|\s$|[#;]/.test(value)
  return needsQuotes || random.chance(0.2) ? `"${escaped}"` : escaped
}
