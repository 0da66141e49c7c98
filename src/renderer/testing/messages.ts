import { loadMessages } from '../ui/messages.ts'

// In the app, the router waits for these to load.
await loadMessages()
