import { z } from 'zod'
import { isDeeper } from './json-levels.ts'
import { policyKeys } from './policy.ts'

/**
 * The values that `reg.exe query KEY /s` prints, by name. Values in a subkey are named with its path. The text is in the system's
 * OEM code page, so characters outside ASCII become U+FFFD, which no value may contain.
 */
export function parseRegistry(
  key: string,
  output: Buffer,
  lineSeparator: string,
): Record<string, unknown> {
  const values: [name: string, value: unknown][] = []
  let folder = ''
  for (const line of output.toString('utf8').split(/\r?\n/)) {
    if (line.toLowerCase().startsWith(key.toLowerCase())) {
      folder = line.slice(key.length + 1)
      continue
    }
    const [, name, type, data = ''] = /^ {4}(.+?) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? []
    if (name === undefined) continue
    const path = folder === '' ? name : `${folder}\\${name}`
    values.push([path, convert(path, type!, data, lineSeparator)])
  }
  // Unlike an assignment, this also stores `__proto__`.
  return Object.fromEntries(values)
}

function convert(name: string, type: string, data: string, lineSeparator: string): unknown {
  if (type === 'REG_SZ') return jsonOrText(data)
  if (type === 'REG_MULTI_SZ') return data.split(lineSeparator).filter(Boolean).map(jsonOrText)
  if (type !== 'REG_DWORD') return undefined
  const number = Number(data)
  return isSwitch(name) && number <= 1 ? number === 1 : number
}

function isSwitch(name: string): boolean {
  return Object.entries(policyKeys).some(
    ([key, schema]) => key === name && schema instanceof z.ZodBoolean,
  )
}

/** The registry has no objects, so they are written as JSON. So is text with characters outside ASCII, in quotes. */
function jsonOrText(text: string): unknown {
  if (!/^[{["]/.test(text)) return text
  try {
    const value = JSON.parse(text) as unknown
    return isDeeper(value) ? text : value
  } catch {
    return text
  }
}
