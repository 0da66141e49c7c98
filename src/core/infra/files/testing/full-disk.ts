import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lets the system say that the disk is full whenever one of these documents is saved; returns what makes room again. For Linux,
 * which has a device for it.
 */
export function fillDisk(folder: string, ...documents: string[]): () => void {
  const links = documents.map((name) => join(folder, `${name}.next`))
  mkdirSync(folder, { recursive: true })
  for (const link of links) symlinkSync('/dev/full', link)
  return () => {
    for (const link of links) rmSync(link)
  }
}
