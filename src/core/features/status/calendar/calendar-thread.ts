import { WorkerThread } from '../../../platform/worker/worker-thread.ts'
import type { CalendarRequest, ReadCalendar } from './read-calendar.ts'

/** How long (ms) reading a calendar may take. */
const readLimitMs = 5_000

/** Megabytes. The text of the largest calendar and its lines take about half of that. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * Reads a calendar in a thread of its own; undefined if it isn't one. Rejects if that takes too long or needs too much
 * memory. `worker` is the path of the worker's script; without it, this thread does the work.
 */
export async function readInThread(
  worker: string | undefined,
  request: CalendarRequest,
): Promise<ReadCalendar | undefined> {
  if (worker !== undefined) {
    const thread = new WorkerThread(worker, resourceLimits)
    // Loads the code first, which may take seconds on a busy computer, whatever the calendar.
    try {
      await thread.ask({ calendar: { ...request, texts: [] } })
    } catch (error) {
      await thread.end()
      throw error
    }
    return thread.askOnce({ calendar: request }, readLimitMs)
  }
  const { readCalendar } = await import('./read-calendar.ts')
  return readCalendar(request)
}
