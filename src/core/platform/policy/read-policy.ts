import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { type Message, message } from '../../../shared/messages/message.ts'
import { UntrustedFileError, readRootFile } from '../files/root-file.ts'
import { checkPolicy } from './check-policy.ts'
import { type ManagedPolicy, type Policy, type PolicyProblem, noPolicy } from './policy.ts'
import { type PolicySource, PolicyUnreadableError, policySources } from './policy-sources.ts'

/** The largest file with the certificate authority of an instance. */
const maxCaFileBytes = 1024 * 1024

/**
 * Reads this computer's policy. The first source that exists applies as a whole, even if it is unreadable or invalid. Never
 * rejects.
 */
export async function readPolicy(
  sources: readonly PolicySource[] = policySources(),
): Promise<ManagedPolicy> {
  for (const source of sources) {
    const policy = await readSource(source)
    if (policy) return policy
  }
  return noPolicy
}

async function readSource({ path, read }: PolicySource): Promise<ManagedPolicy | undefined> {
  try {
    const content = await read()
    if (!content) return undefined
    const { values, problems } = await checkCaFiles(checkPolicy(asObject(path, content.values)))
    const hash = createHash('sha256').update(content.bytes).digest('hex')
    return { values, problems, source: { path, hash } }
  } catch (error) {
    return { values: {}, problems: [], source: { path }, unreadable: problemOf(path, error) }
  }
}

function problemOf(path: string, error: unknown): Message {
  if (error instanceof UntrustedFileError || error instanceof PolicyUnreadableError)
    return error.problem
  return message('policy.unexpected', { path })
}

function asObject(path: string, values: unknown): Record<string, unknown> {
  if (typeof values === 'object' && values !== null && !Array.isArray(values))
    return values as Record<string, unknown>
  throw new PolicyUnreadableError(message('policy.notObject', { path }))
}

/** Removes each `caFile` that others than the administrators may have written. */
async function checkCaFiles({
  values,
  problems,
}: {
  values: Policy
  problems: readonly PolicyProblem[]
}): Promise<Pick<ManagedPolicy, 'values' | 'problems'>> {
  if (!values.instances) return { values, problems }
  const checked = await Promise.all(
    values.instances.map(async ({ caFile, ...instance }) => {
      const reason = caFile === undefined ? undefined : await caFileProblem(caFile)
      // guard: policy-ca-file
      if (reason) return { instance, problem: { key: `instances.${instance.url}.caFile`, reason } }
      return { instance: { ...instance, ...(caFile !== undefined && { caFile }) } }
    }),
  )
  return {
    values: { ...values, instances: checked.map(({ instance }) => instance) },
    problems: [...problems, ...checked.flatMap(({ problem }) => problem ?? [])],
  }
}

async function caFileProblem(path: string): Promise<Message | undefined> {
  if (!isAbsolute(path)) return message('policy.notAbsolute', { path })
  try {
    const content = await readRootFile(path, maxCaFileBytes)
    return content ? undefined : message('policy.missingFile', { path })
  } catch (error) {
    return error instanceof UntrustedFileError
      ? error.problem
      : message('policy.unexpected', { path })
  }
}
