import type { VerbCommand } from '../../components/palette/commands.ts'

/** A verb and its typed argument. */
export interface TypedVerb {
  verb: VerbCommand
  argument: string
}

/** The longest verb that a query starts with. */
export function findVerb(verbs: readonly VerbCommand[], query: string): TypedVerb | undefined {
  const typed = query.trimStart()
  const [best] = verbs
    .flatMap((verb) => verb.verbs.map((words) => ({ verb, words })))
    .filter(({ words }) => typed.toLowerCase().startsWith(`${words.toLowerCase()} `))
    .sort((a, b) => b.words.length - a.words.length)
  return best && { verb: best.verb, argument: typed.slice(best.words.length).trim() }
}
