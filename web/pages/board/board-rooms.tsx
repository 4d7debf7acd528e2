import { Rooms } from './rooms.tsx';

export default () => <Rooms linked fitted={false} />;
