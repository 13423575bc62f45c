import { Mail, MessageSquare } from 'lucide-react'

export const channelIcons = { EMAIL: Mail, PHONE: MessageSquare } as const
