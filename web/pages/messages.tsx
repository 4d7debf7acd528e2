import { Page } from '../parts/page.tsx';
import { messages } from '../text/en/messages.ts';

export default function Messages() {
  return <Page title={messages.title}>{null}</Page>;
}
