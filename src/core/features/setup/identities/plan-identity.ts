import { join } from 'node:path'
import type { Identity, IdentityFields } from '../../../../shared/operations/identities.ts'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../platform/failure.ts'
import { readIfThere } from '../changes/recorded-changes.ts'
import { type GitEdit, editGitConfig, readGitConfigFile } from '../changes/git-config.ts'
import { signerChange } from '../changes/plan-git.ts'
import { type PlannedChange, plannedChange } from '../changes/planned-change.ts'
import { planSshHostFile } from '../changes/ssh-files.ts'
import { sshHost } from '../connection/ssh-target.ts'
import { expandHome } from '../home-paths.ts'
import { globalConfigFile } from '../survey/git.ts'
import { readSigning } from '../survey/signing.ts'
import type { Survey } from '../survey/survey.ts'
import {
  type IdentityOptions,
  conditionsOf,
  identityFile,
  identityId,
  readIncludes,
} from './identity-files.ts'

/** Writes an identity: first its files, then what makes git read them. */
export async function planIdentity(
  survey: Survey,
  fields: IdentityFields,
): Promise<PlannedChange[]> {
  const { options, baseUrl, username } = survey
  const { home, environment } = options
  const id = identityId(baseUrl, username)
  const target = await survey.target()
  const key = await chosenKey(survey, fields.key)
  const git = await survey.git()
  const signersFile =
    (git && readSigning(git, home).allowedSignersFile) ?? join(home, '.ssh', 'allowed_signers')
  const host = sshHost(baseUrl)
  const settings = [
    ['user.name', fields.name],
    ['user.email', fields.email],
    ...(key && fields.signs
      ? [
          ['gpg.format', 'ssh'],
          ['user.signingkey', key.files.publicKey],
          ['gpg.ssh.allowedSignersFile', signersFile],
        ]
      : []),
    ['commit.gpgsign', String(fields.signs)],
    // Remotes of the instance are reached by the name that has the key.
    ...(fields.alias && fields.scope === 'folders'
      ? [...new Set(['git', target.user])].flatMap((user) => [
          [`url.${user}@${fields.alias}:.insteadOf`, `${user}@${host}:`],
          [`url.ssh://${user}@${fields.alias}/.insteadOf`, `ssh://${user}@${host}/`],
        ])
      : []),
    ['latchkey.instance', baseUrl],
    ['latchkey.username', username],
    ['latchkey.scope', fields.scope],
    ...(fields.alias ? [['latchkey.alias', fields.alias]] : []),
    ...(fields.key ? [['latchkey.key', fields.key]] : []),
  ] as [string, string][]
  const sshHostEntry = fields.alias
    ? { name: fields.alias, target, privateKey: key?.files.privateKey }
    : undefined
  return [
    ...(await settingsChange(identityFile(options, id), settings, environment)),
    ...planSshHostFile(home, id, sshHostEntry),
    ...(key && fields.signs
      ? signerChange(signersFile, {
          email: fields.email,
          key: { title: key.title, files: key.files, existing: key },
          needs: undefined,
        })
      : []),
    ...(await scopeChange(options, id, conditionsOf(fields, host))),
  ]
}

/** Removes an identity whole: first git stops to read its files. */
export async function planRemoval(
  options: IdentityOptions,
  { id }: Identity,
): Promise<PlannedChange[]> {
  const path = identityFile(options, id)
  return [
    ...(await scopeChange(options, id, [])),
    ...planSshHostFile(options.home, id, undefined),
    ...(await settingsChange(path, [], options.environment)),
  ]
}

/** Writes a file of settings anew; without settings, removes it. */
async function settingsChange(
  path: string,
  settings: readonly [name: string, value: string][],
  environment: NodeJS.ProcessEnv,
): Promise<PlannedChange[]> {
  const before = readIfThere(path)
  const current = (await readGitConfigFile(path, environment)).map(asLine)
  const wanted = settings.map(asLine)
  const isIn = (list: string[], line: string) => list.map(canonical).includes(canonical(line))
  const removed = current.filter((line) => !isIn(wanted, line))
  const added = wanted.filter((line) => !isIn(current, line))
  if (removed.length + added.length === 0) return []
  const lines = [...removed.map((line) => ({ before: line })), ...added.map((after) => ({ after }))]
  return [
    {
      change: plannedChange('identity-settings', ['identity'], path, { lines }),
      async make({ changes }) {
        const edits = settings.map(([name, value]): GitEdit => ({ name, value, how: 'add' }))
        const isKept = edits.length > 0
        const after = isKept ? await editGitConfig(path, undefined, edits, environment) : undefined
        changes.replace(path, before, after)
      },
    },
  ]
}

/** Makes the global configuration read a file under these conditions and no others. */
async function scopeChange(
  options: IdentityOptions,
  id: string,
  conditions: readonly string[],
): Promise<PlannedChange[]> {
  const { home, environment } = options
  const path = globalConfigFile(home, environment)
  const included = identityFile(options, id)
  const current = (await readIncludes(options))
    .filter((one) => one.path === included)
    .map(({ condition }) => condition)
  const edit = (condition: string, how: GitEdit['how']) => ({
    name: `includeIf.${condition}.path`,
    value: included,
    how,
  })
  const removed = current.filter((one) => !conditions.includes(one))
  const added = conditions.filter((one) => !current.includes(one))
  const edits = [
    ...removed.map((one) => edit(one, 'remove')),
    ...added.map((one) => edit(one, 'add')),
  ]
  if (edits.length === 0) return []
  const before = readIfThere(path)
  const lines = edits.map(({ name, value, how }) =>
    how === 'remove' ? { before: asLine([name, value]) } : { after: asLine([name, value]) },
  )
  return [
    {
      change: plannedChange('identity-scope', ['identity'], path, { lines }),
      make: async ({ changes }) =>
        changes.replace(path, before, await editGitConfig(path, before, edits, environment)),
    },
  ]
}

async function chosenKey(survey: Survey, file: string | undefined) {
  if (file === undefined) return undefined
  const path = expandHome(file, survey.options.home)
  const found = (await survey.keys()).find(({ files }) => files?.publicKey === path)
  if (!found?.files) {
    throw new FailureError({ kind: 'invalid', message: message('setup.keyGone', { path: file }) })
  }
  return { ...found, files: found.files }
}

function asLine([name, value]: readonly [string, string]): string {
  return `${name} = ${value}`
}

/** A setting as git lists it: what is before the first and after the last dot of its name is in lower case. */
function canonical(line: string): string {
  return line.replace(/^[^.]+|[^. ]+(?= = )/g, (part) => part.toLowerCase())
}
