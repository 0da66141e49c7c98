import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { checkPolicy } from '../../../src/core/platform/policy/check-policy.ts'
import { policyKeys } from '../../../src/core/platform/policy/policy.ts'
import { parseRegistry } from '../../../src/core/platform/policy/registry.ts'
import { project } from '../package/config.ts'
import { type ParsedElement, elementsIn, parseXml } from '../testing/parse-xml.ts'
import { policyFiles } from './files.ts'
import { policyEntries } from './keys.ts'

const files = await policyFiles()
const folder = 'resources/policies'
const keys = Object.keys(policyKeys)
const example = Object.fromEntries(policyEntries().map(({ name, example }) => [name, example]))

it.each(Object.keys(files))('%s is up to date (npm run policy:files)', (path) => {
  const file = join(project, path)
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(files[path])
})

describe('parser of the tests', () => {
  it.each([
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a b="1" b="2"/>',
    '<a>&nbsp;</a>',
    '<a>&</a>',
    '<a b=1/>',
  ])('rejects %s', (text) => expect(() => parseXml(text)).toThrow())
})

describe('group policy', () => {
  const admx = parseXml(files[`${folder}/latchkey.admx`]!)
  const adml = parseXml(files[`${folder}/en-US/latchkey.adml`]!)
  const idsOf = (name: string) => elementsIn(adml, name).map(({ attributes }) => attributes.id!)
  const values = [admx, ...elementsIn(admx)].flatMap(({ attributes }) => Object.values(attributes))
  const referencesTo = (table: string) =>
    values.flatMap((value) => new RegExp(`^\\$\\(${table}\\.(\\w+)\\)$`).exec(value)?.[1] ?? [])

  it('has one policy per key', () => {
    const policies = elementsIn(admx, 'policy')
    expect(policies.map(({ attributes }) => attributes.name)).toEqual(keys)
    for (const { attributes } of policies)
      expect(attributes).toMatchObject({ class: 'Machine', key: 'SOFTWARE\\Policies\\Latchkey' })
  })

  it.each([
    ['string', 'string'],
    ['presentation', 'presentation'],
  ])('has exactly one text per reference to a %s', (table, name) => {
    expect(idsOf(name).toSorted()).toEqual(referencesTo(table).toSorted())
    expect(new Set(idsOf(name)).size).toBe(idsOf(name).length)
  })

  it('refers only to its own category and supported version', () => {
    const namesOf = (name: string) =>
      elementsIn(admx, name).map(({ attributes }) => attributes.name)
    const refsOf = (name: string) =>
      elementsIn(admx, name).flatMap(({ attributes }) => attributes.ref ?? [])
    expect(new Set(refsOf('parentCategory'))).toEqual(new Set(namesOf('category')))
    expect(new Set(refsOf('supportedOn'))).toEqual(new Set(namesOf('definition')))
    expect(refsOf('supportedOn')).toHaveLength(keys.length)
  })

  it('has one control per value, of the same type', () => {
    const controls: Record<string, string> = {
      text: 'textBox',
      decimal: 'decimalTextBox',
      multiText: 'multiTextBox',
      enum: 'dropdownList',
    }
    const presentations = new Map(
      elementsIn(adml, 'presentation').map((one) => [one.attributes.id, one.children]),
    )
    const inputs = elementsIn(admx, 'policy').flatMap((policy) => {
      const [input] = elementsIn(policy, 'elements').flatMap(({ children }) => children)
      if (!input) return []
      expect(input.attributes.valueName).toBe(policy.attributes.name)
      expect(presentations.get(policy.attributes.name)).toMatchObject([
        { name: controls[input.name], attributes: { refId: input.attributes.id } },
      ])
      return [input]
    })
    expect(inputs.length).toBe(presentations.size)
  })

  it('writes values that Latchkey accepts', () => {
    const lines = elementsIn(admx, 'policy').flatMap((policy) => registryLines(policy))
    const output = ['KEY', ...lines].join('\r\n')
    const { values, problems } = checkPolicy(parseRegistry('KEY', Buffer.from(output), '^'))
    expect(problems).toEqual([])
    expect(Object.keys(values)).toEqual(keys)
    expect(values.updates).toEqual({ channel: 'beta' })
    expect(values.onlyTheseInstances).toBe(true)
  })
})

/** What `reg.exe` prints if each policy is set to its example, or to the last choice. */
function registryLines(policy: ParsedElement): string[] {
  const name = policy.attributes.name!
  const [input] = elementsIn(policy, 'elements').flatMap(({ children }) => children)
  const line = (type: string, data: string) => [`    ${name}    ${type}    ${data}`]
  const value = example[name]
  if (!input) return line('REG_DWORD', '0x1')
  if (input.name === 'decimal') return line('REG_DWORD', `0x${Number(value).toString(16)}`)
  if (input.name === 'enum') return line('REG_SZ', elementsIn(input, 'string').at(-1)!.text)
  if (input.name === 'text')
    return line('REG_SZ', typeof value === 'string' ? value : JSON.stringify(value))
  const entries = (value as unknown[]).map((entry) =>
    typeof entry === 'string' ? entry : JSON.stringify(entry),
  )
  return line('REG_MULTI_SZ', entries.join('^'))
}

describe('configuration profile', () => {
  const [dict] = parseXml(files[`${folder}/latchkey.mobileconfig`]!).children
  const profile = valueOf(dict!) as { PayloadContent: Record<string, unknown>[] }

  it('has an example of each key that Latchkey accepts', () => {
    const [content] = profile.PayloadContent
    expect(content).toMatchObject({ PayloadType: 'io.latchkey.Latchkey', ...example })
    const own = Object.entries(content!).filter(([key]) => !key.startsWith('Payload'))
    expect(own.map(([key]) => key)).toEqual(keys)
    expect(checkPolicy(Object.fromEntries(own)).problems).toEqual([])
  })
})

/** The value of a property list. */
function valueOf({ name, children, text }: ParsedElement): unknown {
  if (name === 'dict') {
    const pairs = children.flatMap((child, index) =>
      child.name === 'key' ? [[child.text, valueOf(children[index + 1]!)]] : [],
    )
    return Object.fromEntries(pairs)
  }
  if (name === 'array') return children.map(valueOf)
  if (name === 'integer') return Number(text)
  return name === 'string' ? text : name === 'true'
}

describe('JSON Schema', () => {
  const schema = JSON.parse(files[`${folder}/policy.schema.json`]!) as object
  const validate = new Ajv({ formats: { uri: true } }).compile(schema)

  it('accepts the examples, and rejects unknown keys and invalid values', () => {
    expect(validate(example)).toBe(true)
    expect(validate({ ...example, extra: 1 })).toBe(false)
    expect(validate({ ...example, tokenMaxDays: '90' })).toBe(false)
  })
})
