// node bench/directory.ts [sync|memory|changes|search|credentials]: how fast an instance’s users are loaded, updated, and searched,
// compared with `@gitbeaker/rest`, which doesn’t store them on disk, and with the floor: undici and JSON.parse. Each
// load runs in a separate process.
import { benchChanges } from './directory/changes.ts'
import { benchCredentials } from './directory/credentials.ts'
import { benchMemory } from './directory/memory.ts'
import { benchSearch } from './directory/search.ts'
import { benchSync } from './directory/sync.ts'

const parts = {
  sync: benchSync,
  memory: benchMemory,
  changes: benchChanges,
  search: benchSearch,
  credentials: benchCredentials,
}

const selectedParts = process.argv.slice(2)
for (const [name, bench] of Object.entries(parts)) {
  if (selectedParts.length === 0 || selectedParts.includes(name)) await bench()
}
