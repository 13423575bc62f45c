import { showMessage } from '#client/lib/dialogs/prompts.ts'

type TestTextReply = { message?: string | undefined; content: { noAnswer: string } | null }

/** Says what became of a test text; one that the provider has not taken yet is no success. */
export const showTestText = ({ message = '', content }: TestTextReply): Promise<void> =>
  content ? showMessage('WARNING', content.noAnswer) : showMessage('OK', message)
