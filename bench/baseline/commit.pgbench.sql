insert into bench.commits (note) values ('one durable commit');
