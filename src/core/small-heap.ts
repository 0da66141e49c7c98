import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the part of the heap for new objects at the size that it begins with. V8 lets it grow to many times that while thousands of
 * people are read, which makes reading no quicker (`npm run bench:directory`).
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
