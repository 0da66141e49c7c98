import { message } from '../../../shared/messages/message.ts'
import { escapeControls } from '../log/escape-controls.ts'
import { textOf } from '../messages.ts'
import type { ManagedPolicy } from './policy.ts'
import { policySources } from './policy-sources.ts'
import { readPolicy } from './read-policy.ts'

/** Exit codes of `--policy`. `applies` also means that there is no policy, and `problems` that some keys don't apply. */
const exitCodes = { applies: 0, problems: 1, unreadable: 2 }

/** `--policy`: prints the policy of this computer; returns the exit code. */
export async function printPolicy(
  print: (line: string) => void,
  reading: Promise<ManagedPolicy> = readPolicy(),
): Promise<number> {
  const policy = await reading
  for (const line of describePolicy(policy)) print(escapeControls(line))
  if (policy.unreadable !== undefined) return exitCodes.unreadable
  return policy.problems.length > 0 ? exitCodes.problems : exitCodes.applies
}

function describePolicy({ values, source, problems, unreadable }: ManagedPolicy): string[] {
  if (!source) {
    const paths = policySources().map(({ path }) => path)
    return [textOf(message('policy.none')), ...paths.map((path) => `  ${path}`)]
  }
  const head = [textOf(message('policy.source', { path: source.path }))]
  if (unreadable !== undefined)
    return [...head, textOf(unreadable), textOf(message('policy.signInStopped'))]
  return [
    ...head,
    textOf(message('policy.hash', { hash: source.hash ?? '' })),
    ...Object.entries(values).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
    ...problems.map(({ key, reason }) => textOf(message('policy.notApplied', { key, reason }))),
  ]
}

/** A policy without its values, which could identify the company, and without its path, which could identify the user. */
export interface PolicySummary {
  hash?: string
  /** The keys that apply. */
  keys: string[]
  /** The keys with problems. */
  problems: string[]
  isUnreadable: boolean
}

export function summarizePolicy(policy: ManagedPolicy): PolicySummary | 'none' {
  const { values, source, problems, unreadable } = policy
  if (!source) return 'none'
  return {
    ...(source.hash !== undefined && { hash: source.hash }),
    keys: Object.keys(values),
    problems: problems.map(({ key }) => key),
    isUnreadable: unreadable !== undefined,
  }
}
