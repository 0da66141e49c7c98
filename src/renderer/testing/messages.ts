import { loadMessages } from '../ui/messages.ts'

// In the page the router waits for them.
await loadMessages()
