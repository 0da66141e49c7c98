import { z } from 'zod'
import { spamMarksLimit } from '../../../shared/rules/limits.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import type { SpamMarks } from './spam-sweep.ts'

/** The IDs of users marked “Not spam”. A separate file, because clearing the cache must not lose them. */
export const SpamMarksFile = z.object({ notSpam: z.array(z.int()).default([]) })
type MarksFile = JsonFile<z.output<typeof SpamMarksFile>>

export function marksOf(file: MarksFile, areShown = false): Omit<SpamMarks, 'created'> {
  return { marked: new Set(file.read().notSpam), areShown }
}

/** Marks users as “Not spam”, or removes the mark. Beyond `spamMarksLimit`, the oldest marks are dropped. */
export function markUsers(
  file: MarksFile,
  ids: readonly number[],
  isNotSpam: boolean,
): Record<string, never> {
  const others = file.read().notSpam.filter((id) => !ids.includes(id))
  file.write({ notSpam: (isNotSpam ? [...others, ...ids] : others).slice(-spamMarksLimit) })
  return {}
}
