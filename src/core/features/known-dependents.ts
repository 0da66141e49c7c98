import type { UserDependents } from '../../shared/operations/dependents.ts'
import { dependentKinds } from '../../shared/rules/dependents.ts'

/** What is known about users whose plan starts now: kinds that haven't been read are questions. */
export function asKnown(
  user: number,
  known: UserDependents | undefined,
  now: number,
): UserDependents {
  const { items = [], questions = [], unusedTokens, started = now, ended, canActAs } = known ?? {}
  const unread = known ? known.reading : dependentKinds
  return {
    user,
    items,
    questions: [...questions, ...unread.map((kind) => ({ kind, why: 'not_read' as const }))],
    ...(unusedTokens && { unusedTokens }),
    reading: [],
    started,
    ...(ended !== undefined && { ended }),
    ...(canActAs !== undefined && { canActAs }),
  }
}
