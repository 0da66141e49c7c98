import { loadMessages } from '../ui/messages.ts'

// On the real page, the router waits for them.
await loadMessages()
