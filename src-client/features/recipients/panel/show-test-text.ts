import { showMessage } from '#client/lib/dialogs/prompts.ts'

type TestTextReply = { message?: string | undefined; content: { noAnswer: string } | null }

/** Says what happened to a test text; one that the provider has not accepted yet is not a success. */
export const showTestText = ({ message = '', content }: TestTextReply): Promise<void> =>
  content ? showMessage('WARNING', content.noAnswer) : showMessage('OK', message)
