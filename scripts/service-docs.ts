// npm run docs: writes docs/service.md from the table of endpoints; with --check, fails if it is out of date.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import type { AnyEndpoint } from '../src/shared/gitlab/endpoint.ts'
import { serviceTable } from '../src/shared/gitlab/index.ts'
import { findUses } from './lib/uses.ts'

const project = join(import.meta.dirname, '..')
const target = join(project, 'docs/service.md')

const titles: Record<keyof typeof serviceTable, string> = {
  users: 'Users',
  user: 'Current user',
  status: 'Status',
  preferences: 'Preferences',
  following: 'Following',
  serviceAccounts: 'Service accounts',
  associations: 'Associations and memberships',
  sshKeys: 'SSH keys',
  gpgKeys: 'GPG keys',
  emails: 'Emails',
  moderation: 'Moderation',
  impersonationTokens: 'Impersonation tokens',
  customAttributes: 'Custom attributes',
  personalAccessTokens: 'Personal access tokens',
  twoFactor: 'Two-factor authentication',
}

const intro = `# The accounts service

<!-- Written by "npm run docs" from src/shared/gitlab; edit the rows there. -->

Every endpoint that Latchkey knows, relative to \`{base_url}/api/v4\`. A field with \`?\` may be left out. "Used by" names the
places in Latchkey that call the endpoint. An endpoint marked "optional" is GitLab's, but not in the interface document; if an
instance lacks it, Latchkey does without.
`

/** The names under which the family files export schemas, by schema. */
async function schemaNames(): Promise<Map<unknown, string>> {
  const folder = join(project, 'src/shared/gitlab')
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name))
  const modules = await Promise.all(files.map((name) => import(join(folder, name))))
  return new Map(
    modules.flatMap((module: Record<string, unknown>) =>
      Object.entries(module)
        .filter(([, value]) => value instanceof z.ZodType)
        .map(([name, value]) => [value, name] as const),
    ),
  )
}

function callerText(endpoint: AnyEndpoint): string {
  if (endpoint.admin) return 'administrators'
  return endpoint.anonymous ? 'everybody, also without a token' : 'signed in'
}

function describeInput(endpoint: AnyEndpoint): string {
  const path = Object.keys(endpoint.pathParameters).map((name) => `\`${name}\``)
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.parameters, {
    io: 'input',
    unrepresentable: 'any',
  })
  const fields = Object.keys(properties).map((name) =>
    required.includes(name) ? `\`${name}\`` : `\`${name}\`?`,
  )
  const paging = endpoint.paged ? ['`page`?', '`per_page`?'] : []
  return [...path, ...fields, ...paging].join(', ') || '–'
}

function describeAnswer(endpoint: AnyEndpoint, names: Map<unknown, string>): string {
  const { returns } = endpoint
  const element = returns instanceof z.ZodArray ? returns.element : undefined
  const name = names.get(element) ?? names.get(unwrapSchema(returns)) ?? names.get(returns)
  const content = returns instanceof z.ZodUndefined ? 'nothing' : (name ?? 'object')
  const secret = endpoint.secret ? ', with a secret shown once' : ''
  return `${endpoint.status.join(' or ')}: ${element ? `list of ${content}` : content}${secret}`
}

/** The schema inside one that may be optional, null, or unreadable. */
function unwrapSchema(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodCatch
    ? unwrapSchema(schema.unwrap())
    : schema
}

function describeRow(
  endpoint: AnyEndpoint,
  names: Map<unknown, string>,
  places: readonly string[],
): string {
  return [
    `\`${endpoint.method} ${endpoint.path}\`${endpoint.optional ? ' (optional)' : ''}`,
    callerText(endpoint),
    describeInput(endpoint),
    describeAnswer(endpoint, names),
    places.map((place) => `\`${place}\``).join(', '),
  ].join(' | ')
}

function section(title: string, lines: readonly string[]): string {
  return [
    `## ${title}`,
    '',
    '| Endpoint | Who may | Input | Answer | Used by |',
    '| --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
  ].join('\n')
}

async function page(): Promise<string> {
  const names = await schemaNames()
  const uses = findUses(serviceTable, ['core', 'renderer'])
  const sections = Object.entries(titles).map(([family, title]) => {
    const rows = Object.entries<AnyEndpoint>(serviceTable[family as keyof typeof serviceTable])
    const lines = rows.map(([operation, endpoint]) =>
      describeRow(endpoint, names, uses.get(`${family}.${operation}`)!),
    )
    return section(title, lines)
  })
  const text = [intro, ...sections].join('\n')
  return format(text, { ...(await resolveConfig(target)), parser: 'markdown' })
}

const text = await page()
if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('docs/service.md is out of date; run "npm run docs" to update it.')
  process.exit(1)
}
