import { useState } from 'preact/hooks';
import type { MorningQuestion } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { putQuestion, questions, refreshBoard } from '../../state/feed.ts';
import { ANSWERS, type MorningAnswer } from '../../state/morning-answers.ts';
import { morningQuestion as text } from '../../text/en/morning-question.ts';

/** Questions about movements of the night that alerted nobody. */
export function MorningQuestions() {
  return (
    <>
      {questions.value.map((question) => (
        <Question key={question.id} question={question} />
      ))}
    </>
  );
}

function Question({ question }: { readonly question: MorningQuestion }) {
  const [failure, setFailure] = useState<string>();
  const answer = async (given: MorningAnswer) => {
    const reply = await api.post('/morning-questions/{id}/answer', {
      path: { id: question.id },
      body: { answer: given },
    });
    if (reply.ok) return putQuestion(reply.data);
    setFailure(reply.error);
    // Somebody else was faster: the board then has it no longer.
    await refreshBoard();
  };
  return (
    <Card title={text.title}>
      <p>{text.sentence(question)}</p>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <div class="actions">
        {ANSWERS.map((one) => (
          <Button key={one} onPress={() => answer(one)}>
            {text.answers[one]}
          </Button>
        ))}
      </div>
      <p class="hint">
        {text.hint} <a href={`/falls/${question.fallId}`}>{text.movement}</a>
      </p>
    </Card>
  );
}
